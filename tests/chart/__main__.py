"""`make chart`: Helm's own engine renders the chart, and each object is checked by the schemas of Kubernetes.

It runs in an environment of its own, without Keysheet: Helm and the schemas are 350 MB.
"""

import sys
from pathlib import Path
from typing import Any, Final

import kubernetes_validate
import yaml
from helm_python import Chart, HelmError, lint

CHART: Final = Path(__file__).parents[2] / ".helm" / "keysheet"
COMPOSE: Final = CHART.parents[1] / ".docker" / "compose.yaml"
SERVICES: Final = {"worker-analysis": "worker"}
KUBERNETES: Final = ("1.30", "1.37")
LEAST: Final[dict[str, Any]] = {
    "image": {"repository": "registry.example.com/keysheet"},
    "secretName": "keysheet-secrets",
    "settings": {"ALLOWED_HOSTS": "keysheet.example.com, other.example.com"},
}
MOST: Final[dict[str, Any]] = {
    "image": {
        "repository": "registry.example.com/keysheet",
        "digest": f"sha256:{'0' * 64}",
        "pullSecrets": [{"name": "registry"}],
    },
    "secretName": "keysheet-secrets",
    "settings": {
        "ALLOWED_HOSTS": "keysheet.example.com",
        "KEYSHEET_PASSKEYS": True,
        "KEYSHEET_AUDIT_DAYS": 1000000,
        "OTEL_TRACES_SAMPLER_ARG": 0.25,
        "KEYSHEET_ENDPOINTS": '[{"name": "Staging \\u007b{ .Values }}"}]',
    },
    "serviceAccount": {"annotations": {"eks.amazonaws.com/role-arn": "arn:aws:iam::123456789012:role/keysheet"}},
    "ingress": {
        "className": "nginx",
        "annotations": {"nginx.ingress.kubernetes.io/proxy-body-size": "21m"},
        "host": "keysheet.example.com",
        "tlsSecretName": "keysheet-tls",
    },
}
REFUSED: Final[dict[str, dict[str, Any]]] = {
    "no image": LEAST | {"image": {}},
    "no secret": LEAST | {"secretName": ""},
    "no host": LEAST | {"settings": {}},
    "a tag for a digest": LEAST | {"image": {"repository": "x", "digest": "latest"}},
    "an unknown value": LEAST | {"webs": {}},
}


def rendered(values: dict[str, Any]) -> list[dict[str, Any]]:
    with Chart.load(CHART) as chart:
        files = chart.render(values, name="keysheet", namespace="default", is_install=True)
    return [one for text in files.values() for one in yaml.safe_load_all(text) if one]


def faults_of(values: dict[str, Any]) -> list[str]:
    found = [f"helm lint: {one}" for one in lint(CHART, values, strict=True)["errors"]]
    objects = rendered(values)
    for one in objects:
        where = f"{one['kind']} {one['metadata']['name']}"
        for version in KUBERNETES:
            try:
                kubernetes_validate.validate(one, version, strict=True)
            except kubernetes_validate.ValidationError as error:
                found.append(f"{where}, Kubernetes {version}: {error.message}")
        found += [f"{where}: {fault}" for fault in _confinement(one)]
    return found + _connections(objects) + _settings(objects, values) + _commands(objects)


def _pod(one: dict[str, Any]) -> dict[str, Any]:
    return one["spec"]["template"]["spec"] if one["kind"] in ("Deployment", "Job") else {}


def _confinement(one: dict[str, Any]) -> list[str]:
    pod = _pod(one)
    if not pod:
        return []
    container = pod["containers"][0]["securityContext"]
    is_confined = {
        "runs as root": pod["securityContext"]["runAsNonRoot"],
        "has a token of the cluster": not pod["automountServiceAccountToken"],
        "writes to its image": container["readOnlyRootFilesystem"],
        "has capabilities": container["capabilities"] == {"drop": ["ALL"]},
        "can get more rights": not container["allowPrivilegeEscalation"],
    }
    return [fault for fault, is_good in is_confined.items() if not is_good]


def _connections(objects: list[dict[str, Any]]) -> list[str]:
    """What the ingress and the services name is there."""
    services = {one["metadata"]["name"]: one["spec"]["selector"] for one in objects if one["kind"] == "Service"}
    pods = [one["spec"]["template"]["metadata"]["labels"] for one in objects if one["kind"] == "Deployment"]
    found = [f"Service {name} selects nothing" for name, labels in services.items() if labels not in pods]
    for one in objects:
        for rule in one["spec"].get("rules", []) if one["kind"] == "Ingress" else []:
            named = {path["backend"]["service"]["name"] for path in rule["http"]["paths"]}
            found += [f"Ingress names {name}, which is not there" for name in sorted(named - services.keys())]
    queues = {
        command[command.index("--queues") + 1]
        for one in objects
        if (command := (_pod(one).get("containers") or [{}])[0].get("command")) and "--queues" in command
    }
    return found + ([] if queues == {"analysis", "long", "deliveries"} else [f"the queues are {sorted(queues)}"])


def _settings(objects: list[dict[str, Any]], values: dict[str, Any]) -> list[str]:
    """Every process gets every setting, as text."""
    expected = {name: str(value) for name, value in values["settings"].items()} | {"KEYSHEET_MODE": "production"}
    found = []
    for one in objects:
        for container in _pod(one).get("containers", []):
            given = {each["name"]: each["value"] for each in container["env"]}
            wrong = {name: given.get(name) for name, value in expected.items() if given.get(name) != value}
            found += [f"{one['metadata']['name']} gets {wrong}"] if wrong else []
    return found


def _commands(objects: list[dict[str, Any]]) -> list[str]:
    """Each process is started as in the compose file, besides its port."""
    services = yaml.safe_load(COMPOSE.read_text())["services"]
    found = []
    for one in objects:
        part = one["metadata"].get("labels", {}).get("app.kubernetes.io/component")
        if _pod(one):
            command = sorted(_pod(one)["containers"][0]["command"])
            wanted = sorted(
                "8000" if word == "8001" else word for word in services[SERVICES.get(part, part)]["command"]
            )
            found += [] if command == wanted else [f"{part} is started by {command}, in compose by {wanted}"]
    return found


def main() -> int:
    found = [f"{name}: {fault}" for name, values in (("least", LEAST), ("most", MOST)) for fault in faults_of(values)]
    for name, values in REFUSED.items():
        try:
            rendered(values)
        except HelmError:
            continue
        found.append(f"{name} is not refused")
    for fault in found:
        print(fault)
    kinds = sorted(one["kind"] for one in rendered(MOST))
    print(f"{len(kinds)} objects, {len(REFUSED)} refusals, {len(found)} faults: {', '.join(kinds)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
