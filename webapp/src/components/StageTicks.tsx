import { Stage } from "../gen/uvboard/v1/project_pb";
import { stageLabels } from "../lib/text/labels";
import css from "./StageTicks.module.css";

const ticks = [Stage.IDEA, Stage.MVP, Stage.BETA, Stage.LAUNCHED];

/** The stage of a project: four ticks, lit up to the stage. Archived is unlit and struck through. */
export function StageTicks({ stage }: { stage: Stage }) {
  const label = stageLabels[stage];
  if (!label) return null;
  const archived = stage === Stage.ARCHIVED;
  return (
    <span className={archived ? `${css.stage} ${css.archived}` : css.stage}>
      <i aria-hidden="true">
        {ticks.map((tick) => (
          <b key={tick} className={!archived && tick <= stage ? css.on : undefined} />
        ))}
      </i>
      {label}
    </span>
  );
}
