// The service worker: it shows push notifications, and without a connection the pages that were read last.

const pages = "pages";
const files = "files";
const mostPages = 30;
const mostFiles = 300;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(readPage(event));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(readFile(event)); // their names change with their content
});

async function readPage(event) {
  try {
    const response = await fetch(event.request);
    const type = response.headers.get("Content-Type") ?? "";
    const isKept = response.ok && type.startsWith("text/html") && response.headers.get("Cache-Control") !== "no-store";
    if (isKept) event.waitUntil(keep(pages, event.request, response.clone(), mostPages));
    return response;
  } catch {
    const kept = await caches.match(event.request, { cacheName: pages });
    if (kept) return kept;
    return new Response(
      '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>You are offline</title>' +
        "<body style='font-family:sans-serif;padding:2rem'><h1>You are offline</h1>" +
        "<p>This page was not read before. Those that you read last are still here.</p></body></html>",
      { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } },
    );
  }
}

// The oldest go.
async function keep(name, request, response, most) {
  const cache = await caches.open(name);
  await cache.delete(request); // so that it is the newest
  await cache.put(request, response);
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - most)).map((old) => cache.delete(old)));
}

async function readFile(event) {
  const kept = await caches.match(event.request, { cacheName: files });
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.ok) {
    event.waitUntil(keep(files, event.request, response.clone(), mostFiles));
  }
  return response;
}

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data?.json() ?? {};
  if (title)
    event.waitUntil(self.registration.showNotification(title, { body, tag, icon: "/icon-192.png", data: url }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then(async ([open]) => {
      if (!open) return self.clients.openWindow(event.notification.data);
      await open.navigate(event.notification.data);
      return open.focus();
    }),
  );
});
