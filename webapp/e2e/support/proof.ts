import { create, toBinary } from "@bufbuild/protobuf";
import type { Page } from "@playwright/test";
import { ErrorDetailSchema } from "../../src/gen/uvboard/v1/common_pb";

/**
 * Answers the next call of a procedure as if the last login was a while ago. The route stays, since Chromium may lose a request
 * that is sent while Playwright removes one.
 */
export async function askForProof(page: Page, procedure: string): Promise<void> {
  let asked = false;
  await page.route(`**/uvboard.v1.*Service/${procedure}*`, (route) => {
    if (asked) return route.fallback();
    asked = true;
    const value = Buffer.from(toBinary(ErrorDetailSchema, create(ErrorDetailSchema, { code: "STEP_UP_REQUIRED" })));
    const detail = { type: "uvboard.v1.ErrorDetail", value: value.toString("base64") };
    return route.fulfill({
      status: 403,
      json: { code: "permission_denied", message: "Please confirm that it's you.", details: [detail] },
    });
  });
}
