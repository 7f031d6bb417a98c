// The page that checks dice: one file, to be kept and opened without network.
import { mount } from "svelte";
import { preferred, text } from "../../text/text.svelte";
import "../theme.css";
import CheckDice from "./CheckDice.svelte";

const target = document.getElementById("app");
await text.speak(preferred(navigator.languages));
if (target) mount(CheckDice, { target });
