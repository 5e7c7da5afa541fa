import { Box } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useBoard } from "../lib/board/board";
import { paths } from "../lib/page/paths";
import { imageSource } from "../lib/upload/image";
import css from "./Logo.module.css";

/** The board's logo, or its mark and name, as a link to Home. Small screens with a crumb show the mark alone. */
export function Logo({ short }: { short?: boolean }) {
  const { name, logo, mark } = useBoard();
  if (logo) {
    return (
      <Link to={paths.home} className={css.logo} aria-label={`${name} home`}>
        <img className={css.wordmark} {...imageSource(logo)} sizes="200px" alt="" />
      </Link>
    );
  }
  return (
    <Link to={paths.home} className={css.logo} aria-label={`${name} home`}>
      {mark ? (
        <img className={css.mark} {...imageSource(mark)} sizes="32px" alt="" />
      ) : (
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
      )}
      <Box component="span" className="cut" visibleFrom={short ? "sm" : "xs"}>
        {name}
      </Box>
    </Link>
  );
}
