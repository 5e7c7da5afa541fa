import { AboutText } from "../../components/policies/AboutText";
import { SectionedPage } from "../../components/Section";
import { BoardPageName } from "../../gen/uvboard/v1/board_pb";
import { useBoard } from "../../lib/board/board";
import { BoardText } from "./BoardText";

export function AboutPage() {
  const { name: boardName } = useBoard();
  return (
    <BoardText page={BoardPageName.ABOUT} title="Our Story">
      <SectionedPage
        title="Our Story"
        text={`${boardName} is a space to share, discuss and grow projects built with AI-assisted tools.`}
      >
        <AboutText />
      </SectionedPage>
    </BoardText>
  );
}
