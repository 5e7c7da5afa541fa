import { Loading } from "../../components/States";

export function LoginPage() {
  return <Loading className="wrap page">{null}</Loading>;
}
