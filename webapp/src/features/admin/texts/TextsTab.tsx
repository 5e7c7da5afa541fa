import { SegmentedControl } from "@mantine/core";
import { AboutText } from "../../../components/policies/AboutText";
import { GuidelinesText } from "../../../components/policies/GuidelinesText";
import { PricingPromises } from "../../../components/policies/PricingPromises";
import { PrivacyText } from "../../../components/policies/PrivacyText";
import { TermsText } from "../../../components/policies/TermsText";
import { BoardPageName } from "../../../gen/uvboard/v1/board_pb";
import { paths } from "../../../lib/page/paths";
import css from "../Admin.module.css";
import { useAdminSearch } from "../useAdminSearch";
import { type Page, PageForm } from "./PageForm";

const pages: (Page & { id: string })[] = [
  { id: "about", page: BoardPageName.ABOUT, title: "About", path: paths.about, builtIn: <AboutText /> },
  {
    id: "guidelines",
    page: BoardPageName.GUIDELINES,
    title: "Guidelines",
    path: paths.guidelines,
    builtIn: <GuidelinesText />,
  },
  {
    id: "pricing",
    page: BoardPageName.PRICING,
    title: "Promises on Pricing",
    path: paths.pricing,
    builtIn: <PricingPromises />,
  },
  { id: "privacy", page: BoardPageName.PRIVACY, title: "Privacy", path: paths.privacy, builtIn: <PrivacyText /> },
  { id: "terms", page: BoardPageName.TERMS, title: "Terms", path: paths.terms, builtIn: <TermsText /> },
];

/** The texts of pages that the board may replace. */
export function TextsTab() {
  const { search, change } = useAdminSearch();
  const page = pages.find(({ id }) => id === search.show) ?? pages[0];
  return (
    <>
      <div className={css.bar}>
        <SegmentedControl
          aria-label="Page"
          value={page?.id}
          data={pages.map(({ id, title }) => ({ value: id, label: id === "pricing" ? "Pricing" : title }))}
          onChange={(show) => change({ show })}
        />
      </div>
      {page && <PageForm key={page.id} {...page} />}
    </>
  );
}
