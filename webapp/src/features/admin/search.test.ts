import { expect, test } from "vitest";
import { formatSort, readAdminSearch, readSort } from "./search";

test("the search parameters keep what the dashboard knows", () => {
  expect(readAdminSearch({ tab: "contact", q: " ada ", show: "", other: "x", sort: 3 })).toEqual({
    tab: "contact",
    q: "ada",
  });
});

test("a sort parameter names a column and a direction", () => {
  const columns = ["name", "created"];
  expect(readSort("-created", columns)).toEqual({ by: "created", descending: true });
  expect(readSort("name", columns)).toEqual({ by: "name", descending: false });
  for (const unknown of [undefined, "", "-", "password", "--name"]) expect(readSort(unknown, columns)).toBeUndefined();
  for (const sort of ["-created", "name"]) {
    const read = readSort(sort, columns);
    expect(read && formatSort(read)).toBe(sort);
  }
});
