import type { Page } from "@playwright/test";

/** Removes the inlined answers from a page, so that the app requests its data. */
export const withoutFirst = (page: Page) =>
  page.route(
    () => true,
    async (route) => {
      if (route.request().resourceType() !== "document") return route.fallback();
      const response = await route.fetch();
      const body = (await response.text()).replace(/<script type="application\/json" id="first">.*?<\/script>/s, "");
      await route.fulfill({ response, body });
    },
  );
