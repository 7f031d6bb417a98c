import { mount } from "svelte";
import "../../src/app/theme.css";
import Gallery from "./Gallery.svelte";
import { SITUATIONS } from "./situations";

// ?situation=…&turned=0…3&theme=light|dark&at=ms ; ?situation= none of them lists all.
const asked = new URLSearchParams(location.search);
const theme = asked.get("theme");
if (theme) document.documentElement.dataset.theme = theme;
const target = document.getElementById("app");
const situation = SITUATIONS[asked.get("situation") ?? ""];
if (target && situation) {
  const at_ms = Number(asked.get("at") ?? situation.at_ms);
  mount(Gallery, {
    target,
    props: { situation: { ...situation, at_ms }, turned: Number(asked.get("turned")) },
  });
} else if (target) {
  for (const name of Object.keys(SITUATIONS)) {
    const link = document.createElement("a");
    link.href = `?situation=${name}`;
    link.textContent = name;
    target.append(link, document.createElement("br"));
  }
}
