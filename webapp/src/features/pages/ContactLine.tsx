import { Link } from "@tanstack/react-router";
import { paths } from "../../lib/paths";
import { contactEmail } from "../../lib/product";

/** Links to the site's contact email, or to the contact page if no address is configured. */
export function ContactLine() {
  return (
    <p>
      {contactEmail ? (
        <>
          Write to{" "}
          <a className="link" href={`mailto:${contactEmail}`}>
            {contactEmail}
          </a>
          .
        </>
      ) : (
        <>
          Reach us through the{" "}
          <Link className="link" to={paths.contact}>
            contact page
          </Link>
          .
        </>
      )}
    </p>
  );
}
