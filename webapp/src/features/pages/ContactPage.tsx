import { Paper } from "@mantine/core";
import { PageHead } from "../../components/PageHead";
import { contactEmail } from "../../lib/product";
import { ContactLine } from "./ContactLine";

export function ContactPage() {
  return (
    <div className="wrap page">
      <PageHead title="Contact">Questions, reports and ideas are welcome.</PageHead>
      {contactEmail ? (
        <ContactLine />
      ) : (
        <Paper withBorder p="md" maw="68ch">
          No contact address yet.
        </Paper>
      )}
    </div>
  );
}
