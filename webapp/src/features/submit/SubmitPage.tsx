import { Loading } from "../../components/States";

export function SubmitPage() {
  return <Loading className="wrap page">{null}</Loading>;
}
