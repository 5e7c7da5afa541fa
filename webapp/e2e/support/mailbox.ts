import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { renameSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An SMTP server that accepts every mail and stores it as a file. */
export type Mailbox = {
  url: string;
  directory: string;
  close: () => Promise<void>;
};

export async function openMailbox(): Promise<Mailbox> {
  const directory = await mkdtemp(join(tmpdir(), "uvboard-mails-"));
  const server = createServer((socket) => converse(socket, (mail) => store(directory, mail)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    directory,
    close: async () => {
      server.close();
      await rm(directory, { recursive: true });
    },
  };
}

// The rename makes a mail appear whole or not at all.
function store(directory: string, mail: string) {
  const name = join(directory, `${Date.now()}-${randomUUID()}`);
  writeFileSync(name, mail);
  renameSync(name, `${name}.txt`);
}

// The commands of SMTP that a client without authentication needs.
function converse(socket: Socket, keep: (mail: string) => void) {
  let received = "";
  let inData = false;
  const reply = (line: string) => socket.write(`${line}\r\n`);
  const read = () => {
    for (;;) {
      const end = inData ? "\r\n.\r\n" : "\r\n";
      const at = received.indexOf(end);
      if (at < 0) return;
      const text = received.slice(0, at);
      received = received.slice(at + end.length);
      if (inData) {
        inData = false;
        keep(decode(text));
        reply("250 stored");
      } else if (/^DATA$/i.test(text)) {
        inData = true;
        reply("354 go ahead");
      } else if (/^QUIT/i.test(text)) {
        socket.end("221 bye\r\n");
      } else {
        reply("250 ok");
      }
    }
  };
  socket.setEncoding("utf8");
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk: string) => {
    received += chunk;
    read();
  });
  reply("220 mailbox");
}

// Quoted-printable breaks lines anywhere, also inside a link.
const decode = (mail: string): string =>
  mail
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll("\r\n", "\n");
