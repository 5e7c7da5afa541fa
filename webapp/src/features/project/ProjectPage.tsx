import { Loading } from "../../components/States";

export function ProjectPage() {
  return <Loading className="wrap page">{null}</Loading>;
}
