import { contactEmail } from "../../lib/product";
import { Prose } from "./Prose";

export function ContactPage() {
  return (
    <Prose title="Contact" lede="Questions, reports and ideas are welcome.">
      {contactEmail ? (
        <p>
          Write to{" "}
          <a className="link" href={`mailto:${contactEmail}`}>
            {contactEmail}
          </a>
          .
        </p>
      ) : (
        <p className="notice">No contact address yet.</p>
      )}
    </Prose>
  );
}
