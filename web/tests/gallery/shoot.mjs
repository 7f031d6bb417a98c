// Pictures of the gallery: node tests/gallery/shoot.mjs FOLDER [situation[:turned] …] [--widths=320,800] [--themes=light,dark] [--grey]
// against a running `npx vite --config tests/gallery/vite.config.ts --port 5199`.
import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";

const [folder = "pictures", ...rest] = process.argv.slice(2);
const names = rest.filter((each) => !each.startsWith("--"));
const option = (name, usual) =>
  rest.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3) ?? usual;
const grey = rest.includes("--grey");
mkdirSync(folder, { recursive: true });

const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
});
for (const theme of option("themes", "light").split(",")) {
  for (const width of option("widths", "800").split(",").map(Number)) {
    const page = await browser.newPage({
      viewport: { width, height: width + 110 },
      deviceScaleFactor: width < 500 ? 2 : 1,
    });
    page.on("console", (message) => message.type() === "error" && console.error(message.text()));
    page.on("pageerror", (error) => console.error(String(error)));
    for (const name of names) {
      const [situation, turned = "0"] = name.split(":");
      await page.goto(
        `http://localhost:5199/?situation=${situation}&theme=${theme}&turned=${turned}`,
      );
      if (grey) await page.addStyleTag({ content: "html { filter: grayscale(1) }" });
      await page.waitForTimeout(350);
      await page.screenshot({
        path: `${folder}/${situation}-${turned}-${width}-${theme}${grey ? "-grey" : ""}.png`,
      });
    }
    await page.close();
  }
}
await browser.close();
