import { ButtonLink } from "../../components/ButtonLink";
import { PageHead } from "../../components/PageHead";
import { EmptyState } from "../../components/States";
import { paths } from "../../lib/paths";
import { contactEmail } from "../../lib/product";
import { ContactLine } from "./ContactLine";

export function ContactPage() {
  return (
    <div className="wrap page">
      <PageHead title="Contact">Questions, reports and ideas are welcome.</PageHead>
      {contactEmail ? (
        <ContactLine />
      ) : (
        <EmptyState
          level={2}
          title="No contact address yet."
          action={<ButtonLink to={paths.guidelines}>Read the Guidelines</ButtonLink>}
        />
      )}
    </div>
  );
}
