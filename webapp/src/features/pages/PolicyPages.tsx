import { PrivacyText } from "../../components/policies/PrivacyText";
import { TermsText } from "../../components/policies/TermsText";
import { SectionedPage } from "../../components/Section";
import { BoardPageName } from "../../gen/uvboard/v1/board_pb";
import { BoardText } from "./BoardText";
import { LastUpdated } from "./LastUpdated";

export function PrivacyPage() {
  return (
    <BoardText page={BoardPageName.PRIVACY} title="Privacy">
      <SectionedPage title="Privacy" text={<LastUpdated />}>
        <PrivacyText />
      </SectionedPage>
    </BoardText>
  );
}

export function TermsPage() {
  return (
    <BoardText page={BoardPageName.TERMS} title="Terms">
      <SectionedPage title="Terms" text={<LastUpdated />}>
        <TermsText />
      </SectionedPage>
    </BoardText>
  );
}
