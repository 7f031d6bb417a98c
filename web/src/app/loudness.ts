// Sounds are as loud as the person has set.
import { type SoundName, sound } from "../sound/sound";
import { settings } from "./settings.svelte";

/** Call it when the volume has changed. */
export function volume_followed(): void {
  sound.volume = settings.volume;
}

/** Lets a person who changes it hear how loud that is. */
export function try_sound(name: SoundName): void {
  volume_followed();
  sound.play(name);
}
