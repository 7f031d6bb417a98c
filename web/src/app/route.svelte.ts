// Which screen is shown: the fragment of the address, such as #/rules/jump. It needs nothing of a
// server, and a record in it never leaves the device. An online table is #/t/CODE: short, to be told.
export const SCREENS = [
  "home",
  "table",
  "replay",
  "rules",
  "settings",
  "statistics",
  "t",
  "online",
  "dice",
] as const;
export type Screen = (typeof SCREENS)[number];

interface Route {
  screen: Screen;
  rest: string; // what follows the screen's name
}

function read(): Route {
  const [, name = "", rest = ""] = /^#\/([a-z]*)\/?(.*)$/.exec(location.hash) ?? [];
  return { screen: SCREENS.find((screen) => screen === name) ?? "home", rest };
}

export const route: Route = $state(read());

function follow(): void {
  Object.assign(route, read());
}

addEventListener("hashchange", follow);

export function link(screen: Screen, rest = ""): string {
  return `#/${screen === "home" ? "" : screen}${rest && `/${rest}`}`;
}

export function go(screen: Screen, rest = ""): void {
  location.hash = link(screen, rest);
  follow(); // the browser tells later, when the address may be another one again
}
