import { Link } from "@tanstack/react-router";
import { paths } from "../../lib/paths";
import css from "./HomeTabs.module.css";

const options = { activeOptions: { exact: true, includeSearch: true }, resetScroll: false };

/** What a member reads on Home: the board, or what is new of what the member follows. Links, which need less code than Mantine's tabs. */
export function HomeTabs() {
  return (
    <nav aria-label="Home" className={css.tabs}>
      <div className="wrap">
        <Link to={paths.home} search={{}} {...options}>
          Discover
        </Link>
        <Link to={paths.home} search={{ tab: "following" }} {...options}>
          Following
        </Link>
      </div>
    </nav>
  );
}
