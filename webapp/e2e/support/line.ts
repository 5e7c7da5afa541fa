import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A line between the browser and the board, as a proxy for the browser to use. */
export type Line = { server: string; close: () => void };

/**
 * A slow line: everything takes `latency` milliseconds each way, and all connections together get no more than
 * `bytesPerSecond` from the board. It is a relay of our own, since a browser that plays a slow network itself now and then
 * keeps what it has received for good: every answer is there, and the page never ends loading.
 */
export async function slowLine(board: string, latency: number, bytesPerSecond: number): Promise<Line> {
  const { hostname, port } = new URL(board);
  const sockets = new Set<Socket>();
  let free = 0; // when all that was sent to the browser so far is through

  const relay = createServer((browser) => {
    const server = connect(Number(port), hostname);
    join(browser, server, () => performance.now() + latency);
    join(server, browser, (bytes) => {
      free = Math.max(free, performance.now()) + (bytes * 1000) / bytesPerSecond;
      return free + latency;
    });
  }).listen(0, "127.0.0.1");

  // `arrives` says when so many bytes that are sent now are there.
  function join(from: Socket, to: Socket, arrives: (bytes: number) => number) {
    const onTheWay: (() => void)[] = []; // timers may change places, bytes must not
    const send = (bytes: number, deliver: () => void) => {
      onTheWay.push(deliver);
      setTimeout(() => onTheWay.shift()?.(), arrives(bytes) - performance.now());
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
