import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What the provider generates. */
export const brief = {
  summary: "A log for pottery kilns. It draws the firing curve and warns when the curve leaves the plan.",
  considerations: ["Which thermocouples does it read?", "Does it work without a network in the studio?"],
  userStories: [
    "As a potter, I want to see the curve of my last firing, so that I can repeat it.",
    "As a potter, I want an alarm when the kiln cools too fast, so that nothing cracks.",
    "As a teacher, I want to share a schedule with my class, so that everyone fires the same way.",
  ],
  risks: ["Sensors drift: calibrate them before each season.", "A missed alarm ruins a firing: send it twice."],
  assumptions: ["The studio has electricity and a phone.", "One kiln at a time is enough."],
  systemPrompt: "You build small web applications with TypeScript and SQLite. Keep the code plain and tested.",
  builderPrompt: "Build the list of firings first: date, cone, curve. Then the page of one firing with its chart.",
};
export const ideas = {
  names: ["Kiln Log", "Embers", "ConeNine", "Afterfire", "Slow Heat", "Celadon"],
  taglines: ["Fire it twice the same way", "Every curve, kept", "Know your kiln by heart"],
  motifs: [
    "A flame in an arch: the door of the kiln",
    "Three cones that lean: the heat",
    "A rising line: the firing curve",
  ],
};

/** The provider stops in the middle of its answer if the user's text contains this. */
export const unfinished = "Never finished.";

/** An AI provider with OpenAI's API that writes its answer piece by piece. */
export async function startProvider() {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const text = Buffer.concat(parts).toString();
      const body = JSON.parse(text) as {
        response_format: { json_schema: { name: string } };
      };
      const answer = JSON.stringify(body.response_format.json_schema.name === "brief" ? brief : ideas);
      const chunk = (delta: object, finish: string | null) =>
        response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`);
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      const most = text.includes(unfinished) ? answer.length / 2 : answer.length;
      let at = 0;
      const timer = setInterval(() => {
        if (at < most) {
          chunk({ content: answer.slice(at, at + 24) }, null);
          at += 24;
          return;
        }
        if (most < answer.length) return;
        clearInterval(timer);
        chunk({}, "stop");
        response.end("data: [DONE]\n\n");
      }, 20);
      response.on("close", () => clearInterval(timer));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
