import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * Measures the accessibility of a page. Only violations are reported, and the report is made in the page itself: a selector of everything
 * that passes, and another page for the report, would take four fifths of the time. Frames of other origins are left out.
 */
export const axeOf = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();
