import { crc32, deflateSync } from "node:zlib";

/** A file for a file input. */
export type Picture = { name: string; mimeType: string; buffer: Buffer };

/** Returns a PNG of the given size: a gradient of the given hue. */
export function png(name: string, width: number, height: number, hue = 0): Picture {
  const row = 1 + width * 3;
  const pixels = Buffer.alloc(row * height);
  const [red = 0, green = 0, blue = 0] = [0, 120, 240].map(
    (turn) => 128 + 127 * Math.cos(((hue + turn) * Math.PI) / 180),
  );
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const light = (x / width + y / height) / 2;
      pixels.set([red * light, green * light, blue * light], y * row + 1 + x * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // RGB, eight bits per channel.
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  const chunks = [chunk("IHDR", header), chunk("IDAT", deflateSync(pixels)), chunk("IEND", Buffer.alloc(0))];
  return { name, mimeType: "image/png", buffer: Buffer.concat([signature, ...chunks]) };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
