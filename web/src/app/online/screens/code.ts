// The code of a table, as people read it aloud, type it and paste it.

export const CODE_LENGTH = 10;
// Crockford's 32: no I, L, O, U, which look or sound like others.
const STRANGE = /[^0-9A-HJKMNP-TV-Z]/g;

/** What somebody typed or pasted, also a whole link, as a code; perhaps too short or too long. */
export function code_of(text: string): string {
  const [, linked] = /#\/t\/(\w+)/.exec(text) ?? [];
  return (linked ?? text)
    .toUpperCase()
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1")
    .replace(STRANGE, "");
}

/** In two halves, which are easier to read. */
export function halves(code: string): [string, string] {
  return [code.slice(0, CODE_LENGTH / 2), code.slice(CODE_LENGTH / 2)];
}

/** The address of the table, for others. */
export function address_of_table(code: string): string {
  return `${location.href.replace(/#.*$/, "")}#/t/${code}`;
}

/** Whether that address leads other devices to themselves. */
export function is_for_this_device(): boolean {
  return /^(localhost|127\..*|\[::1\])$/.test(location.hostname);
}
