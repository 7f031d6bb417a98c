import { afterEach, expect, test, vi } from "vitest";
import { kept_record, NoAnswer } from "./api";

function answers(response: () => Response): void {
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => response()),
  );
}
afterEach(() => vi.unstubAllGlobals());

test("only where there is no such table there is no record", async () => {
  answers(() => new Response("a record"));
  expect(await kept_record("K7M2Q4T8XZ")).toBe("a record");
  expect(vi.mocked(fetch).mock.calls[0]?.[0]).toBe("/api/v1/tables/K7M2Q4T8XZ/record");
  answers(() => Response.json({ code: "tables.no_such_table", arguments: [] }, { status: 404 }));
  expect(await kept_record("K7M2Q4T8XZ")).toBeNull();
  answers(() => Response.json({ code: "server.busy", arguments: [] }, { status: 503 }));
  await expect(kept_record("K7M2Q4T8XZ")).rejects.toMatchObject({
    trouble: { code: "server.busy", arguments: {} },
    status: 503,
  });
  answers(() => new Response("Bad Gateway", { status: 502 }));
  await expect(kept_record("K7M2Q4T8XZ")).rejects.toMatchObject({ trouble: null, status: 502 });
  answers(() => {
    throw new TypeError("no network");
  });
  await expect(kept_record("K7M2Q4T8XZ")).rejects.toBeInstanceOf(NoAnswer);
});
