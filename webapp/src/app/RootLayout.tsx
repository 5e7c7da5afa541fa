import { Outlet, useMatches, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useLazyComponent } from "../lib/useLazyComponent";
import { useTitle } from "../lib/useTitle";
import { Commands } from "./Commands";
import { Footer } from "./Footer";
import { Header } from "./Header";
import css from "./RootLayout.module.css";
import { RouteProgress } from "./RouteProgress";

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
  const main = useFocusOnArrival();
  const Layers = useLazyComponent(loadLayers, true, () => undefined);
  return (
    <>
      <a className={css.skip} href="#main">
        Skip to content
      </a>
      <RouteProgress />
      <Header crumb={crumb} />
      <main id="main" ref={main} tabIndex={-1} className={css.main}>
        <Outlet />
      </main>
      <Footer />
      <Commands />
      {Layers && <Layers />}
    </>
  );
}

// A new screen is read from its start: without this, focus would stay on a link that is gone. A screen that put it on a
// field of its own keeps it.
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const last = useRef(path);
  useEffect(() => {
    const arrived = last.current !== undefined && path !== last.current;
    if (arrived && !main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
    last.current = path;
  }, [path]);
  return main;
}
