import { useEffect, useRef } from "react";
import SwaggerUI, { type System } from "swagger-ui-dist/swagger-ui-es-bundle.js";
import { useTheme } from "../../lib/ui/theme";
import "./viewer.css";

/** Swagger UI with the server's OpenAPI document. It is large, so load it lazily. */
export function Viewer() {
  const place = useRef<HTMLDivElement>(null);
  const { theme } = useTheme();
  useEffect(() => {
    const { classList } = document.documentElement;
    classList.toggle("dark-mode", theme === "dark");
    return () => classList.remove("dark-mode");
  }, [theme]);
  useEffect(() => {
    // Swagger UI cannot be ended: every mount has an element of its own.
    const domNode = document.createElement("div");
    place.current?.append(domNode);
    SwaggerUI({
      domNode,
      url: "/openapi.yaml",
      layout: "Reference",
      plugins: [reference],
      docExpansion: "none",
      defaultModelsExpandDepth: -1,
      defaultModelExpandDepth: 2,
      deepLinking: true,
      displayRequestDuration: true,
      filter: true,
      // The badge is an image of another site.
      validatorUrl: null,
    });
    return () => domNode.remove();
  }, []);
  return <div ref={place} />;
}

/**
 * The layout in place of Swagger UI's own, which has a second main heading and a choice of servers. Its elements must be
 * made by the React inside Swagger UI.
 */
function reference({ React: { createElement } }: System): object {
  const draw = ({ getComponent, specSelectors }: System) => {
    const part = (name: string, props?: object) => createElement(getComponent(name, true), props);
    const status = specSelectors.loadingStatus();
    if (status === "failed") {
      return createElement("p", { role: "alert" }, "Couldn't load the OpenAPI document. Reload the page to try again.");
    }
    if (status !== "success") return null;
    return createElement(
      "div",
      { className: "swagger-ui" },
      part("SvgAssets"),
      createElement("h2", null, "Conventions"),
      part("Markdown", { source: specSelectors.info().get("description") }),
      createElement("header", null, createElement("h2", null, "Paths"), part("AuthorizeBtnContainer")),
      part("FilterContainer"),
      part("operations"),
    );
  };
  return { components: { Reference: draw } };
}
