// @vitest-environment jsdom
import type { ConnectRouter } from "@connectrpc/connect";
import { screen, waitFor } from "@testing-library/dom";
import { expect, it } from "vitest";
import { BlogService } from "../../gen/uvboard/v1/blog_service_pb";
import { NewsService } from "../../gen/uvboard/v1/news_service_pb";
import { board } from "./board";
import { openScreen } from "./open";

type Search = { search: string; exact: boolean };

/** A board that corrects "glazse", unless it is told to search for it as typed, and suggests a word for "glazer". */
const correcting = (router: ConnectRouter) => {
  const said = ({ search, exact }: Search) => ({
    searchedFor: search === "glazse" && !exact ? "glazes" : "",
    didYouMean: search === "glazer" ? "glazes" : "",
  });
  board()({
    ...router,
    service: ((service, methods) => {
      if (service.typeName === BlogService.typeName)
        return router.service(service, { ...methods, listBlogPosts: said });
      if (service.typeName === NewsService.typeName) return router.service(service, { ...methods, listNews: said });
      return router.service(service, methods);
    }) as ConnectRouter["service"],
  });
};

it.each([
  ["/blog", "Stories"],
  ["/news", "News"],
])("%s says which words it searched for", async (path, heading) => {
  const page = await openScreen(`${path}?q=glazse`, heading, correcting);
  await screen.findByText("“glazes”");
  await page.user.click(screen.getByRole("link", { name: "Search for “glazse” as typed" }));
  await waitFor(() => expect(page.location()).toBe(`${path}?q=glazse&exact=yes`));
  await waitFor(() => expect(screen.queryByText("“glazes”")).toBeNull());
  await page.go(`${path}?q=glazer&exact=yes`);
  await page.user.click(await screen.findByRole("link", { name: "glazes" }));
  await waitFor(() => expect(page.location()).toBe(`${path}?q=glazes`));
});
