import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";

const list = (name: string): string[] =>
  JSON.parse(readFileSync(resolve(import.meta.dirname, "../hostile", name), "utf8")) as string[];

/** Texts that public lists of hostile strings lack: this product's syntax, and direction overrides. */
const own = [
  "</script><script>alert(1)</script>",
  "</title><script>alert(1)</script>",
  "--><img src=x onerror=alert(1)>",
  "]]><script>alert(1)</script>",
  "<svg/onload=alert(1)>",
  "<iframe srcdoc='<script>alert(1)</script>'>",
  "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
  "<base href=//evil.example/>",
  "<style>@import'//evil.example/x.css';</style>",
  "<img src=//evil.example/x.png>",
  "{{constructor.constructor('alert(1)')()}} `alert(1)`",
  "$& $1 $` $' {{.Title}} <%= 1 %> %s %n",
  "__proto__ constructor toString",
  "\u202Etxt.exe \u202Egnp.evil",
  "\u2066isolate \u2067never closed",
  "\u200Fright \u200Eleft \u061Cletter",
  "مرحبا بالعالم and back again",
  "\u0001\u0008\u000B\u001B[31mcontrol\u007F\u0085\uFFFE\uFFFF",
  "Z\u0351\u036B\u0343\u036A\u0302\u036B\u033D\u034F\u0334\u0319\u0324".repeat(6),
  "W".repeat(80),
  "\uFDFD".repeat(40),
];

export const naughty = list("naughty.json");
export const scripts = [...list("xss.json"), ...own];

/** All texts without duplicates. */
export const texts = [...new Set([...naughty, ...scripts])];

/** Addresses that run a script or have a scheme that links must not have. */
export const addresses = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "\tjavascript:alert(1)",
  "java\nscript:alert(1)",
  "java\tscript:alert(1)",
  "\u0001javascript:alert(1)",
  "javascript&colon;alert(1)",
  "&#106;avascript:alert(1)",
  "&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)",
  "javascript:https://example.com/%0aalert(1)",
  "javascript://example.com/%0aalert(1)",
  "https:javascript:alert(1)",
  "//javascript:alert(1)",
  "vbscript:msgbox(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
  "blob:https://example.com/x",
  "file:///etc/passwd",
  "feed:javascript:alert(1)",
  "view-source:https://example.com",
  "about:blank",
  "ftp://example.com/x",
  "mailto:a@b.example",
  "//evil.example/x",
  "\\\\evil.example\\x",
  "/\\evil.example",
  "https://",
  "http://?",
  "https:///evil",
  "/uploads/../etc/passwd",
  "/uploads/%2e%2e/x",
  "/uploads/",
  "/api/auth/logout",
];

/** Scripts and links in Markdown syntax; backend/platform/markdown/hostile_test.go has more. */
export const markdown = [
  "[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](<javascript:alert(1)>)",
  "[a](java&#10;script:alert(1)) [b](javascript&colon;alert(1)) [c](&#x6A&#x61vascript:alert(1))",
  "[a](\u0001javascript:alert(1)) [b](\u00a0javascript:alert(1)) [c](java\\script:alert(1))",
  "[a](data:text/html,<script>alert(1)</script>) ![b](data:image/svg+xml,<svg/onload=alert(1)>)",
  "![a](https://evil.example/x.png) ![b](//evil.example/y.png) [![c](https://evil.example/z.png)](https://example.com)",
  "[a][x] ![b][x] [x]\n\n[x]: javascript:alert(1) 'title'",
  '<javascript:alert(1)> <https://example.com/"onclick=alert(1)> https://example.com/"onmouseover="alert(1)',
  "[[[[a](https://b.example)](https://c.example)](javascript:alert(1))](https://e.example)",
  '!["onerror="alert(1)](https://example.com) ![a](https://example.com/"onerror="alert(1))',
  "<!-- <img src=x onerror=alert(1)> --> <!--><script>alert(1)</script> <![CDATA[<script>alert(1)</script>]]>",
  "<style>\n* { display: none }\n@import 'https://evil.example/x.css';\n</style>",
  "</div></section></main><h1>Elsewhere</h1><iframe src=javascript:alert(1)></iframe>",
  "# <img src=x onerror=alert(1)> {onclick=alert(1)}",
  'a|<script>alert(1)</script>\n:-:|-\n"onclick="|<img src=x onerror=alert(1)>',
  "`<script>alert(1)</script>` ``<img src=x onerror=alert(1)>``",
  "\u202E[gnp.exe](https://example.com) \u2066never closed",
  "&lt;img src=x onerror=alert(1)&gt; \\<script>alert(1)\\</script>",
  "> ".repeat(300),
  "[".repeat(200) + "]".repeat(200),
];

const space = /^\p{White_Space}+|\p{White_Space}+$/gu;
const seen = /[^\p{White_Space}\p{M}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Returns the text as the server stores it: trimmed, and empty if it has no visible character. */
export function kept(text: string): string {
  const trimmed = text.replace(space, "");
  return seen.test(trimmed) ? trimmed : "";
}

/** Cuts a text to a number of characters. */
export const fit = (text: string, most: number): string => Array.from(text).slice(0, most).join("");

/** Pads a text to a minimum length. */
export const pad = (text: string, least: number): string =>
  Array.from(text).length >= least ? text : `${text} ${"and so on ".repeat(10)}`.slice(0, least + text.length);

/** Records effects that only a script would have; the journey then fails at its end. */
export type Ran = { calls: string[] };

export async function listen(context: BrowserContext): Promise<Ran> {
  const ran: Ran = { calls: [] };
  await context.exposeBinding("noteThatItRan", (_, what: string) => ran.calls.push(what));
  await context.addInitScript(() => {
    const note = (window as unknown as { noteThatItRan: (what: string) => void }).noteThatItRan;
    for (const name of ["alert", "confirm", "prompt", "print", "open"] as const) {
      Object.defineProperty(window, name, { value: (what: unknown) => note(`${name}(${String(what)})`) });
    }
    addEventListener("securitypolicyviolation", (event) =>
      note(`policy: ${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  return ran;
}

/** Returns by how many pixels the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - window.innerWidth);
