// What the frame of all screens has to know of the one that is shown.
export const frame = $state({
  /** A game is played on it, which wants all the room there is. */
  is_game: false,
});
