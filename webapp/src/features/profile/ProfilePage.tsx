import { Loading } from "../../components/States";

export function ProfilePage() {
  return <Loading className="wrap page">{null}</Loading>;
}
