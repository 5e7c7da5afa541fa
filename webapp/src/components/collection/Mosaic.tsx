import type { CollectionPicture } from "../../gen/uvboard/v1/collection_pb";
import { Plate } from "../Plate";
import { ProjectCover } from "../ProjectImage";
import css from "./CollectionList.module.css";

/** The pictures of the first projects of a collection in the shape of a cover, or its plate. */
export function Mosaic({ title, pictures }: { title: string; pictures: CollectionPicture[] }) {
  return (
    <div className={css.mosaic} data-pictures={pictures.length} aria-hidden="true">
      {pictures.length === 0 && <Plate title={title} />}
      {pictures.map((picture, place) => (
        // Two projects may have the same title and picture.
        <ProjectCover
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a picture is
          key={place}
          project={{ title: picture.title, coverImage: picture.image }}
          sizes={pictures.length > 1 ? "200px" : "(max-width: 767px) 140px, 390px"}
        />
      ))}
    </div>
  );
}
