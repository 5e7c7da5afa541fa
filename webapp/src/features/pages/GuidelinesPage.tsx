import { GuidelinesText } from "../../components/policies/GuidelinesText";
import { SectionedPage } from "../../components/Section";
import { BoardPageName } from "../../gen/uvboard/v1/board_pb";
import { BoardText } from "./BoardText";

export function GuidelinesPage() {
  return (
    <BoardText page={BoardPageName.GUIDELINES} title="Guidelines">
      <SectionedPage title="Guidelines" text="A few rules keep this place worth coming back to.">
        <GuidelinesText />
      </SectionedPage>
    </BoardText>
  );
}
