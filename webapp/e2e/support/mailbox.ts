import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** A mail server that takes every mail and keeps it. */
export type Mailbox = {
  url: string;
  /** What was mailed, the newest first. */
  letters: () => string[];
  close: () => void;
};

export async function openMailbox(): Promise<Mailbox> {
  const letters: string[] = [];
  const server = createServer((socket) => converse(socket, (letter) => letters.unshift(letter)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letters: () => letters,
    close: () => server.close(),
  };
}

// As much of SMTP as one who trusts everybody needs.
function converse(socket: Socket, keep: (letter: string) => void) {
  let heard = "";
  let inLetter = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  socket.setEncoding("utf8");
  // Whoever hangs up has been served.
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk: string) => {
    heard += chunk;
    for (;;) {
      const end = inLetter ? "\r\n.\r\n" : "\r\n";
      const at = heard.indexOf(end);
      if (at < 0) return;
      const said = heard.slice(0, at);
      heard = heard.slice(at + end.length);
      if (inLetter) {
        keep(plain(said));
        inLetter = false;
        say("250 kept");
      } else if (/^DATA$/i.test(said)) {
        inLetter = true;
        say("354 go on");
      } else if (/^QUIT/i.test(said)) {
        socket.end("221 bye\r\n");
      } else {
        say("250 fine");
      }
    }
  });
  say("220 mailbox");
}

// Quoted-printable breaks lines anywhere, in the middle of a link too.
const plain = (letter: string): string =>
  letter
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll("\r\n", "\n");
