"""The manifests of deploy/kubernetes: valid, confined, and consistent with the program."""

from __future__ import annotations

import os
import re
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kubernetes_validate  # type: ignore[import-untyped]
import pytest
import yaml

from fleet import REPOSITORY, TOKEN, VERSION, free_port, status, wait_until

FOLDER = REPOSITORY / "deploy/kubernetes"
VERSIONS = ["1.33", "1.37"]
"""The oldest and the newest version of Kubernetes that the manifests are checked against."""
MIB, GIB = 1 << 20, 1 << 30
OTHER_MEMORY = 256 * MIB
"""What a replica needs beside `total-memory`."""
CALL_TIME = 30
"""The default limit `time` of a call in seconds."""

Manifest = dict[str, Any]


def documents(file: Path) -> Iterator[Manifest]:
    """Yields the documents of a file."""
    for document in yaml.safe_load_all(file.read_text()):
        assert isinstance(document, dict), file
        yield document


def manifests() -> dict[str, Manifest]:
    """Returns all manifests of Kubernetes itself by kind and name."""
    files = [file for file in FOLDER.rglob("*.yaml") if file.name != "kustomization.yaml"]
    every = [document for file in sorted(files) for document in documents(file)]
    return {f"{each['kind']}/{each['metadata']['name']}": each for each in every}


ALL = manifests()
BUILT_IN = {
    name: each for name, each in ALL.items() if "monitoring.coreos.com" not in each["apiVersion"]
}
DEPLOYMENT = ALL["Deployment/readroom"]
POD = DEPLOYMENT["spec"]["template"]
CONTAINERS = POD["spec"]["containers"] + POD["spec"].get("initContainers", [])
(SERVER,) = CONTAINERS


def options(name: str) -> list[str]:
    """Returns the values of an option of the server."""
    return [
        value
        for option, _, value in (argument.partition("=") for argument in SERVER["args"])
        if option == f"--{name}"
    ]


def limits() -> dict[str, str]:
    """Returns the limits of the server by name."""
    return dict(limit.split("=", 1) for limit in options("limit"))


def size(text: str) -> int:
    """Returns the bytes that a size names, as Kubernetes or the program spells it."""
    number, unit = re.fullmatch(r"(\d+)(Mi|Gi|MiB|GiB)", text).groups()  # type: ignore[union-attr]
    return int(number) * (GIB if unit.startswith("G") else MIB)


def seconds(option: str) -> int:
    """Returns the duration of an option."""
    (value,) = options(option)
    assert re.fullmatch(r"\d+s", value), value
    return int(value[:-1])


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", BUILT_IN)
def test_a_manifest_is_valid(name: str, version: str) -> None:
    kubernetes_validate.validate(BUILT_IN[name], version, strict=True)


def test_an_invalid_manifest_is_found() -> None:
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate({**DEPLOYMENT, "spec": {"replica": 3}}, "1.37", strict=True)


@pytest.mark.parametrize("folder", [FOLDER, FOLDER / "monitoring"], ids=lambda path: path.name)
def test_a_kustomization_lists_every_manifest(folder: Path) -> None:
    (kustomization,) = documents(folder / "kustomization.yaml")
    files = sorted(file.name for file in folder.glob("*.yaml"))
    files.remove("kustomization.yaml")
    assert kustomization["resources"] == files


def test_the_image_has_the_version_of_the_program() -> None:
    (kustomization,) = documents(FOLDER / "kustomization.yaml")
    (image,) = kustomization["images"]
    assert SERVER["image"] == f"{image['name']}:{image['newTag']}"
    assert image["newTag"] == VERSION


@pytest.mark.parametrize("container", CONTAINERS, ids=lambda container: container["name"])
def test_a_container_has_no_privileges(container: Manifest) -> None:
    # What the Pod Security Standard "restricted" demands, and a root file system without writes.
    pod, own = POD["spec"]["securityContext"], container["securityContext"]
    assert pod["runAsNonRoot"] is True and own.get("runAsNonRoot", True) is True
    assert (
        own.get("runAsUser", pod["runAsUser"]) > 0 and own.get("runAsGroup", pod["runAsGroup"]) > 0
    )
    assert pod["seccompProfile"] == {"type": "RuntimeDefault"} and "seccompProfile" not in own
    assert own["allowPrivilegeEscalation"] is False and own["privileged"] is False
    assert own["capabilities"] == {"drop": ["ALL"]}
    assert own["readOnlyRootFilesystem"] is True
    assert all(mount["readOnly"] is True for mount in container["volumeMounts"])
    assert not any("hostPort" in port for port in container["ports"])


def test_a_pod_has_nothing_of_its_node_or_of_the_cluster() -> None:
    spec = POD["spec"]
    assert not any(spec.get(name) for name in ("hostNetwork", "hostPID", "hostIPC"))
    assert not any("hostPath" in volume for volume in spec["volumes"])
    assert spec["automountServiceAccountToken"] is False
    assert (
        ALL[f"ServiceAccount/{spec['serviceAccountName']}"]["automountServiceAccountToken"] is False
    )
    assert spec["enableServiceLinks"] is False


def test_the_project_is_read_only_in_the_volume_and_in_its_mount() -> None:
    volumes = {volume["name"]: volume for volume in POD["spec"]["volumes"]}
    mounts = {mount["mountPath"]: mount for mount in SERVER["volumeMounts"]}
    (root,) = options("root")
    assert mounts[root]["readOnly"] is True
    assert volumes[mounts[root]["name"]]["persistentVolumeClaim"]["readOnly"] is True


def test_the_token_is_a_file_from_a_secret_that_no_manifest_has() -> None:
    (file,) = options("token-file")
    (mount,) = (each for each in SERVER["volumeMounts"] if file.startswith(each["mountPath"]))
    (volume,) = (each for each in POD["spec"]["volumes"] if each["name"] == mount["name"])
    (item,) = volume["secret"]["items"]
    assert f"{mount['mountPath']}/{item['path']}" == file
    assert not any(each["kind"] == "Secret" for each in ALL.values())
    monitored = ALL["PodMonitor/readroom"]["spec"]["podMetricsEndpoints"]
    for endpoint in monitored:
        credentials = endpoint["authorization"]["credentials"]
        assert credentials == {"name": volume["secret"]["secretName"], "key": item["key"]}


def test_memory_is_what_all_calls_may_take_and_what_the_program_needs() -> None:
    resources = SERVER["resources"]
    memory = size(resources["limits"]["memory"])
    assert memory == size(limits()["total-memory"]) + OTHER_MEMORY
    # The node has all of it, so no replica is ended because others grow.
    assert resources["requests"]["memory"] == resources["limits"]["memory"]
    assert int(limits()["concurrency"]) > 0
    assert {"cpu"} < set(resources["requests"]) and {"cpu"} < set(resources["limits"])


def test_a_pod_has_the_time_to_drain() -> None:
    delay, drain = seconds("drain-delay"), seconds("drain-timeout")
    assert POD["spec"]["terminationGracePeriodSeconds"] >= delay + drain + 5
    # A call that began before the end of the delay can use all of its time.
    assert drain >= CALL_TIME
    readiness = SERVER["readinessProbe"]
    noticed = readiness["periodSeconds"] * readiness["failureThreshold"]
    assert delay > noticed + readiness["timeoutSeconds"]
    # There is no shell in the image for a hook.
    assert "lifecycle" not in SERVER


def test_a_replica_remembers_nothing() -> None:
    assert "--unchanged" not in SERVER["args"]
    assert ALL["Service/readroom"]["spec"]["sessionAffinity"] == "None"


def test_selectors_and_ports_refer_to_the_pod() -> None:
    labels = POD["metadata"]["labels"]
    port_names = {port["name"] for port in SERVER["ports"]}
    service = ALL["Service/readroom"]["spec"]
    policies = [each["spec"] for each in ALL.values() if each["kind"] == "NetworkPolicy"]
    spread = POD["spec"]["topologySpreadConstraints"]
    selectors = [
        service["selector"],
        DEPLOYMENT["spec"]["selector"]["matchLabels"],
        ALL["PodDisruptionBudget/readroom"]["spec"]["selector"]["matchLabels"],
        ALL["PodMonitor/readroom"]["spec"]["selector"]["matchLabels"],
        *(each["podSelector"]["matchLabels"] for each in policies),
        *(each["labelSelector"]["matchLabels"] for each in spread),
    ]
    assert all(selector and selector.items() <= labels.items() for selector in selectors)
    ports = [port["targetPort"] for port in service["ports"]]
    ports += [SERVER[probe]["httpGet"]["port"] for probe in ("readinessProbe", "livenessProbe")]
    ports += [each["port"] for each in ALL["PodMonitor/readroom"]["spec"]["podMetricsEndpoints"]]
    for policy in policies:
        ports += [port["port"] for rule in policy["ingress"] for port in rule["ports"]]
    assert set(ports) <= port_names
    (address,) = options("http")
    assert [address] == [f"0.0.0.0:{port['containerPort']}" for port in SERVER["ports"]]


def test_a_replica_may_not_connect_to_anything() -> None:
    policy = ALL["NetworkPolicy/readroom"]["spec"]
    assert policy["policyTypes"] == ["Ingress", "Egress"] and policy["egress"] == []
    assert all(rule["from"] for rule in policy["ingress"])


def test_replicas_are_scaled_spread_and_kept() -> None:
    scaler = ALL["HorizontalPodAutoscaler/readroom"]["spec"]
    target = scaler["scaleTargetRef"]
    assert (target["apiVersion"], target["kind"]) == (DEPLOYMENT["apiVersion"], DEPLOYMENT["kind"])
    assert target["name"] == DEPLOYMENT["metadata"]["name"]
    assert "replicas" not in DEPLOYMENT["spec"]
    available = (
        scaler["minReplicas"] - ALL["PodDisruptionBudget/readroom"]["spec"]["maxUnavailable"]
    )
    assert 1 < available < scaler["maxReplicas"]
    assert DEPLOYMENT["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0
    spread = {each["topologyKey"] for each in POD["spec"]["topologySpreadConstraints"]}
    assert spread == {"kubernetes.io/hostname", "topology.kubernetes.io/zone"}


def test_the_program_has_every_option() -> None:
    printed = subprocess.run(
        [os.environ["READROOM"], "mcp", "--help"], capture_output=True, text=True, check=True
    ).stdout
    known = set(re.findall(r"--[a-z][a-z-]*", printed))
    assert {argument.partition("=")[0] for argument in SERVER["args"]} <= known


def test_the_program_serves_with_the_arguments_of_the_manifest(tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text(f"{TOKEN}\n")
    address = f"127.0.0.1:{free_port()}"
    paths = {"--root": str(tmp_path), "--http": address, "--token-file": str(token)}
    arguments = [
        f"{option}={paths.get(option, value.replace('$(NAMESPACE)', 'default'))}"
        for option, _, value in (argument.partition("=") for argument in SERVER["args"])
    ]
    log = tmp_path / "log"
    with log.open("wb") as file:
        server = subprocess.Popen(
            [os.environ["READROOM"], "mcp", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
        )
    try:
        ready = SERVER["readinessProbe"]["httpGet"]["path"]
        # The kubelet sends the address of the pod as the host.
        host = {"Host": "10.1.2.3:8000"}
        wait_until(lambda: status(f"http://{address}{ready}", host) == 200, server, log)
        alive = SERVER["livenessProbe"]["httpGet"]["path"]
        assert status(f"http://{address}{alive}", host) == 200
        names = ["readroom", "readroom.default", "readroom.default.svc.cluster.local"]
        for name in [*names, "elsewhere.example"]:
            allowed = {"Host": name, "Authorization": f"Bearer {TOKEN}"}
            expected = 200 if name in names else 403
            assert status(f"http://{address}/metrics", allowed) == expected, name
        check_rules(metrics(f"http://{address}/metrics"))
        assert server.poll() is None, log.read_text()
    finally:
        server.kill()
        server.wait()


def metrics(url: str) -> str:
    """Returns the metrics of a server."""
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {TOKEN}"})
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request, timeout=10) as response:
        return str(response.read().decode())


def check_rules(page: str) -> None:
    """Checks that alerts use metrics and outcomes that a server has."""
    groups = ALL["PrometheusRule/readroom"]["spec"]["groups"]
    expressions = [rule["expr"] for group in groups for rule in group["rules"]]
    assert expressions
    known = set(re.findall(r"^(readroom_\w+)", page, re.MULTILINE))
    # These have no sample before the first request.
    known |= set(re.findall(r"^# TYPE (readroom_\w+)", page, re.MULTILINE))
    outcomes = set(re.findall(r'outcome="(\w+)"', page))
    for expression in expressions:
        assert set(re.findall(r"readroom_\w+", expression)) <= known, expression
        assert set(re.findall(r'outcome="(\w+)"', expression)) <= outcomes, expression
