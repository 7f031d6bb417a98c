// The seats' signs as characters, for where no picture can be.
import type { Seat } from "../engine/door";

export const GLYPHS: Record<Seat, string> = { R: "●", Y: "▲", B: "■", G: "◆" };
