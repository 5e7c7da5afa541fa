import { readFile } from "node:fs/promises";
import { authorization, board } from "./client.js";

const form = new FormData();
form.append("file", new Blob([await readFile(process.env.IMAGE ?? "")]), "image.png");
const response = await fetch(`${board}/api/upload`, {
  method: "POST",
  headers: { Authorization: authorization },
  body: form,
});
const answer = (await response.json()) as { url: string; error?: string };
if (!response.ok) throw new Error(answer.error);
console.log(answer.url);
