import { Box } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { paths } from "../lib/paths";
import { productName } from "../lib/product";
import css from "./Logo.module.css";

/** The mark and the name of the product, a link to Home. Small screens with a crumb show the mark alone. */
export function Logo({ short }: { short?: boolean }) {
  return (
    <Link to={paths.home} className={css.logo} aria-label={`${productName} home`}>
      <svg
        viewBox="0 0 40 26"
        fill="none"
        stroke="currentColor"
        strokeWidth="4.6"
        strokeMiterlimit="10"
        aria-hidden="true"
      >
        <path d="M4.3 1v12.6a7.8 7.8 0 0 0 15.6 0V1l7.6 20.4L35.3 1" />
      </svg>
      <Box component="span" className="cut" visibleFrom={short ? "sm" : "xs"}>
        {productName}
      </Box>
    </Link>
  );
}
