// A film as the stage of a viewer, with what happens in words beside it.
import type { Scene } from "../../engine/door";
import { type Film, trace_of } from "../film.svelte";
import type { Stage } from "./viewer.svelte";
import { story_of } from "./words";

/** `cut_words` are those of a scene that is cut to; `tell` hears of it, and once of every step. */
export function stage_of(
  film: Film,
  cut_words: (scene: Scene) => string,
  tell: (words: string) => void,
): Stage {
  function caption(words: string): void {
    film.caption = words;
    tell(words);
  }
  return {
    cut_to(scene) {
      const { pieces, turn, roll, happened } = scene;
      film.cut_to({ pieces, turn, face: roll, trace: trace_of(happened) });
      caption(cut_words(scene));
    },
    run(happened, done) {
      film.run(happened, () => {
        caption(story_of(happened));
        done();
      });
    },
    finish: () => film.finish(),
  };
}
