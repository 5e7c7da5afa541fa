import { WeeklyItemType } from "../../../gen/uvboard/v1/weekly_pb";

const pages: [RegExp, WeeklyItemType][] = [
  [/\/projects\/([^/?#]+)/, WeeklyItemType.PROJECT],
  [/\/blog\/([^/?#]+)/, WeeklyItemType.BLOG_POST],
  [/\/forum\/thread\/([^/?#]+)/, WeeklyItemType.FORUM_THREAD],
];

/** Reads the item that the address or the path of a page shows; undefined for any other. */
export function readItemAddress(address: string): { type: WeeklyItemType; id: string } | undefined {
  for (const [page, type] of pages) {
    const id = page.exec(address)?.[1];
    if (id) return { type, id };
  }
  return undefined;
}
