import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy between the browser and the board that delays and limits traffic. */
export type Line = { server: string; close: () => void };

/**
 * Starts a slow proxy: data takes `latency` milliseconds each way, and all connections together receive at most
 * `bytesPerSecond`. Chromium's own network throttling is not used because a page under it sometimes never finishes loading.
 */
export async function slowLine(board: string, latency: number, bytesPerSecond: number): Promise<Line> {
  const { hostname, port } = new URL(board);
  const sockets = new Set<Socket>();
  let free = 0; // time when the data sent so far has arrived

  const relay = createServer((browser) => {
    const server = connect(Number(port), hostname);
    join(browser, server, () => performance.now() + latency);
    join(server, browser, (bytes) => {
      free = Math.max(free, performance.now()) + (bytes * 1000) / bytesPerSecond;
      return free + latency;
    });
  }).listen(0, "127.0.0.1");

  // `arrives` returns when bytes that are sent now arrive.
  function join(from: Socket, to: Socket, arrives: (bytes: number) => number) {
    const queue: (() => void)[] = []; // timers may fire out of order; bytes must stay in order
    const send = (bytes: number, deliver: () => void) => {
      queue.push(deliver);
      setTimeout(() => queue.shift()?.(), arrives(bytes) - performance.now());
    };
    sockets.add(from);
    from.on("data", (data) => send(data.length, () => to.write(data)));
    from.on("end", () => send(0, () => to.end()));
    from.on("error", () => to.destroy());
    from.on("close", () => sockets.delete(from));
  }
  await once(relay, "listening");

  return {
    server: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    close: () => {
      relay.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
