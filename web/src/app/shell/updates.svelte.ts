// The service worker: it keeps the page on the device. A new version waits until the person wants
// it, or until no window of the page is open. Plain http addresses have no service worker; there
// the page works all the same while it can be reached.
const CHECK_EVERY_MS = 60 * 60 * 1000;

class Updates {
  /** True while a new version waits for a yes. */
  is_waiting = $state(false);
  #waiting: ServiceWorker | null = null;
  #is_wanted = false;

  /** Call it once, when the page is up. */
  async start(): Promise<void> {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    if (!workers) return;
    const was_controlled = workers.controller !== null;
    workers.addEventListener("controllerchange", () => {
      if (this.#is_wanted) location.reload();
      // Another window has taken the new version; this one still runs the old.
      else if (was_controlled) this.is_waiting = true;
    });
    try {
      const registration = await workers.register("./sw.js", { updateViaCache: "none" });
      if (registration.waiting && workers.controller) this.#offer(registration.waiting);
      registration.addEventListener("updatefound", () => {
        const worker = registration.installing;
        worker?.addEventListener("statechange", () => {
          if (worker.state === "installed" && workers.controller) this.#offer(worker);
        });
      });
      const check = () => registration.update().catch(() => {}); // offline
      setInterval(check, CHECK_EVERY_MS);
      document.addEventListener("visibilitychange", () => {
        if (document.visibilityState === "visible") check();
      });
    } catch {
      // Not allowed here, or the script did not come: the page goes on without.
    }
  }

  /** Changes to the new version; the page is loaded again, what is kept is kept. */
  accept(): void {
    this.#is_wanted = true;
    this.is_waiting = false;
    if (this.#waiting?.state === "installed") this.#waiting.postMessage("take over");
    else location.reload();
  }

  /** Not now: it comes with the next visit. */
  put_off(): void {
    this.is_waiting = false;
  }

  #offer(worker: ServiceWorker): void {
    this.#waiting = worker;
    this.is_waiting = true;
  }
}

export const updates = new Updates();
