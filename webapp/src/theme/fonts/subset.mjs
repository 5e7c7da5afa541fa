// Made archivo-core.woff2 and archivo-latin.woff2 out of the package @fontsource-variable/archivo 5.3.0; run again only for
// another release of it:  npm install --no-save --no-package-lock subset-font@2.4.0 && node src/theme/fonts/subset.mjs
// The core has what English text needs, half the size of all of latin; both lack the weights and widths nothing uses.
import { readFileSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";

const whole = readFileSync("node_modules/@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2");
const variationAxes = { wght: { min: 400, max: 800 }, wdth: { min: 62, max: 125 } };

// The same ranges as in ../fonts.css.
const core = points("20-7E A0 A9 B7 D7 2013-2014 2018-2019 201C-201D 2022 2026 2212");
const latin = points(
  "0-FF 131 152-153 2BB-2BC 2C6 2DA 2DC 304 308 329 2000-206F 20AC 2122 2191 2193 2212 2215 FEFF FFFD",
).filter((point) => !core.includes(point));

for (const [name, all] of Object.entries({ core, latin })) {
  const font = await subsetFont(whole, String.fromCodePoint(...all), { targetFormat: "woff2", variationAxes });
  writeFileSync(`src/theme/fonts/archivo-${name}.woff2`, font);
}

function points(ranges) {
  return ranges.split(" ").flatMap((range) => {
    const [first, last = first] = range.split("-").map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}
