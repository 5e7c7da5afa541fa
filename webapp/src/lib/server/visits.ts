/** Sends a request; with `keepalive` it may outlive its page. */
type Send = (method: "POST" | "PUT", path: string, body: object, keepalive: boolean) => Promise<boolean>;

type Visit = {
  sessionId: string;
  page: string;
  /** Whether the start has arrived; undefined before the start is sent. */
  started?: Promise<boolean>;
  /** When the page became visible; undefined while it is hidden. */
  shownAt?: number;
  /** How long the page was visible before that. */
  shownMs: number;
};

/** Records how long each page was visible. After a request that failed it is silent, so that a blocked request stays the only one. */
export class VisitRecorder {
  private visit?: Visit;
  private silent = false;

  constructor(
    private readonly visitorId: string,
    private readonly send: Send,
    private readonly now: () => number,
  ) {}

  /** Ends the visit of the last page and starts one of another. */
  open(page: string, visible: boolean): void {
    this.end(false);
    this.visit = { sessionId: randomId(), page, shownMs: 0 };
    if (visible) this.show();
  }

  show(): void {
    const { visit } = this;
    if (!visit || visit.shownAt !== undefined) return;
    visit.shownAt = this.now();
    if (visit.started) return;
    const { visitorId } = this;
    const { page, sessionId } = visit;
    const startTime = new Date(visit.shownAt).toISOString();
    visit.started = this.deliver("POST", "/api/analytics/visit", { visitorId, page, sessionId, startTime }, false);
  }

  /** Sends the end of the visit. It may be shown and hidden again: the server takes the longest duration. */
  hide(): void {
    this.end(true);
  }

  private end(keepalive: boolean): void {
    const { visit } = this;
    if (!visit?.started || visit.shownAt === undefined) return;
    const end = this.now();
    visit.shownMs += end - visit.shownAt;
    visit.shownAt = undefined;
    const body = { endTime: new Date(end).toISOString(), duration: Math.round(visit.shownMs / 1000) };
    void visit.started.then(
      (arrived) => arrived && this.deliver("PUT", `/api/analytics/visit/${visit.sessionId}`, body, keepalive),
    );
  }

  private async deliver(...request: Parameters<Send>): Promise<boolean> {
    if (this.silent) return false;
    const arrived = await this.send(...request);
    this.silent ||= !arrived;
    return arrived;
  }
}

// The documented REST paths, because the Connect transport has no keepalive, and sendBeacon could only POST.
const sendVisit: Send = async (method, path, body, keepalive) => {
  const headers = { "Content-Type": "application/json" };
  try {
    const response = await fetch(path, { method, body: JSON.stringify(body), headers, keepalive });
    await response.arrayBuffer(); // a response that is not read keeps its connection
    return response.ok;
  } catch {
    return false;
  }
};

/** Whether the browser asks not to be counted, by Do Not Track or Global Privacy Control. */
export const isCountingUnwanted = ({
  doNotTrack,
  globalPrivacyControl,
}: {
  doNotTrack?: string | null;
  globalPrivacyControl?: boolean;
}): boolean => doNotTrack === "1" || globalPrivacyControl === true;

const visitorKey = "uvboard-visitor";

/** Starts recording visits: that of a page now, and those of the paths that follow. */
export function recordVisits(page: string, follow: (opened: (page: string) => void) => void): void {
  if (isCountingUnwanted(navigator)) return;
  const recorder = new VisitRecorder(readVisitorId(), sendVisit, Date.now);
  const isVisible = () => document.visibilityState === "visible";
  recorder.open(page, isVisible());
  follow((next) => recorder.open(next, isVisible()));
  document.addEventListener("visibilitychange", () => (isVisible() ? recorder.show() : recorder.hide()));
  window.addEventListener("pagehide", () => recorder.hide());
  window.addEventListener("pageshow", () => isVisible() && recorder.show());
}

// The visitor is this tab: session storage ends with it, and no other tab or site can read it.
function readVisitorId(): string {
  try {
    const id = sessionStorage.getItem(visitorKey) ?? randomId();
    sessionStorage.setItem(visitorKey, id);
    return id;
  } catch {
    return randomId(); // the browser refuses storage
  }
}

const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
