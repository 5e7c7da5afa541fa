import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import axe from "axe-core";

/** Loads axe once for each document: that costs more processor time than a measurement, and AxeBuilder does it twice for each. */
class Axe extends AxeBuilder {
  constructor(private readonly measured: Page) {
    super({ page: measured, axeSource: "0" });
  }

  override async analyze(): ReturnType<AxeBuilder["analyze"]> {
    if (!(await this.measured.evaluate("'axe' in window"))) await this.measured.evaluate(axe.source);
    return super.analyze();
  }
}

/**
 * Measures the accessibility of a page. Only violations are reported, and the report is made in the page itself: a selector of everything
 * that passes, and another page for the report, would take four fifths of the time. Frames are left out.
 */
export const axeOf = (page: Page): AxeBuilder =>
  new Axe(page).options({ resultTypes: ["violations"], iframes: false }).setLegacyMode();
