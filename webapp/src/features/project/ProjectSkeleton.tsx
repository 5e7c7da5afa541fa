import { Skeleton } from "@mantine/core";
import { Loading } from "../../components/States";
import gallery from "./Gallery.module.css";
import css from "./Project.module.css";
import card from "./VoteCard.module.css";

/** Where a project will be, of its exact size. */
export function ProjectSkeleton() {
  return (
    <Loading className="split">
      <div className="stack" aria-hidden="true">
        <div>
          <div className={css.name}>
            <Skeleton width={96} height={96} />
            <h1 className="h1">
              <Skeleton width="46%" height={32} style={{ margin: "6px 0" }} />
            </h1>
            <p>
              <Skeleton width="72%" height={18} style={{ margin: "4px 0" }} />
            </p>
          </div>
          <div className={css.badges}>
            {[88, 76, 64, 56, 60].map((width) => (
              <Skeleton key={width} width={width} height={24} />
            ))}
          </div>
          <div className={`btnrow ${css.linkButtons}`}>
            <Skeleton width={136} height="var(--uv-ctl)" />
            <Skeleton width={132} height="var(--uv-ctl)" />
          </div>
          <div className={gallery.gallery}>
            <Skeleton width="100%" style={{ height: "var(--gallery-height)" }} />
          </div>
        </div>
        <div>
          <Skeleton width={220} height={20} style={{ margin: "4px 0 20px" }} />
          <Skeleton width="68ch" height={12} style={{ margin: "12px 0", maxWidth: "100%" }} />
          <Skeleton width="60ch" height={12} style={{ margin: "12px 0", maxWidth: "100%" }} />
        </div>
      </div>
      <div className={`side ${css.side}`} aria-hidden="true">
        <div className={`panel ${card.card}`}>
          <div className={card.vote}>
            <Skeleton width="100%" height={72} />
          </div>
          <Skeleton width="100%" height={26} />
          <div className={card.facts}>
            <Skeleton width="100%" height={20} />
            <Skeleton width="100%" height={20} />
          </div>
          <Skeleton width="100%" height="var(--uv-ctl-sm)" />
        </div>
      </div>
    </Loading>
  );
}
