import { Link } from "@tanstack/react-router";
import { paths } from "../../lib/paths";
import { contactEmail } from "../../lib/product";

/** How to reach whoever runs this site: by e-mail when they gave an address, else by the contact page. */
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
          The{" "}
          <Link className="link" to={paths.contact}>
            contact page
          </Link>{" "}
          says how to reach us.
        </>
      )}
    </p>
  );
}
