import { useHotkeys } from "@mantine/hooks";
import { useNotifications } from "@mantine/notifications";
import { Outlet, useMatches, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useLive } from "../components/live/useLive";
import { hasMouse, onFirstUse } from "../lib/page/firstUse";
import { useLazyComponent } from "../lib/page/useLazyComponent";
import { useTitle } from "../lib/page/useTitle";
import { useSession } from "../lib/session/session";
import { openPalette, togglePalette } from "../lib/ui/openPalette";
import { Footer } from "./Footer";
import { Header } from "./Header";
import css from "./RootLayout.module.css";
import { RouteProgress } from "./RouteProgress";

// The footer starts below the fold, so that it does not move while a screen loads.
const minHeight = "calc(100vh - var(--uv-header) - var(--uv-s9))";

const loadLayers = () => import("./Layers").then((file) => file.Layers);

/** The frame of every screen. */
export function RootLayout() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  const crumb = useMatches({
    select: (matches) => {
      const place = matches.at(-1);
      const crumb = place?.staticData.crumb;
      return typeof crumb === "function" ? crumb(place?.search ?? {}) : crumb;
    },
  });
  useTitle(title);
  const main = useFocusOnNavigation();
  const [used, setUsed] = useState(hasMouse);
  useEffect(() => onFirstUse(() => setUsed(true)), []);
  usePaletteKeys();
  const toasts = useNotifications().notifications.length;
  const Layers = useLazyComponent(loadLayers, used || toasts > 0, () => undefined);
  return (
    <>
      <a className={css.skip} href="#main">
        Skip to content
      </a>
      <RouteProgress />
      <Header crumb={crumb} />
      <Notice />
      <main id="main" ref={main} tabIndex={-1} style={{ minHeight }}>
        <Outlet />
      </main>
      <Footer />
      {Layers && <Layers />}
    </>
  );
}

// Ctrl K works before the palette's code is loaded, and index.html keeps one that is pressed before this code is.
function usePaletteKeys() {
  useHotkeys(
    [
      [
        "mod + K",
        () => {
          // Another open dialog needs its answer first.
          if (!document.querySelector('[aria-modal="true"]:not([data-palette])')) togglePalette();
        },
      ],
    ],
    [],
    true,
  );
  useEffect(() => {
    const page = document.documentElement;
    if (page.dataset.palette === undefined) return;
    delete page.dataset.palette;
    openPalette();
  }, []);
}

const loadNotice = () => import("./AccountNotice").then((file) => file.AccountNotice);

/** The notice of a suspended or warned user, also if that happens while the page is open. Its code is loaded only then. */
function Notice() {
  const { user } = useSession();
  useLive(...(user ? (["own"] as const) : []));
  const AccountNotice = useLazyComponent(loadNotice, Boolean(user?.suspension ?? user?.warning), () => undefined);
  if (!AccountNotice || !user) return null;
  return <AccountNotice userId={user.id} suspension={user.suspension} warning={user.warning} />;
}

// Moves focus to a new screen, since the link that led to it is gone. A screen that focuses one of its fields keeps it.
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const last = useRef(path);
  useEffect(() => {
    const navigated = last.current !== undefined && path !== last.current;
    if (navigated && !main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
    last.current = path;
  }, [path]);
  return main;
}
