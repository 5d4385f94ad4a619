# Runs in the guest, as its only program: streams from the kernel's own drivers and says what came of it.
# `tools` stands beside it in /mnt/out and names the programs and folders of the host.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp LANG=C.UTF-8
. /mnt/out/tools # viewfinder probe feeder cache here text
failures=0
say() { echo "[$(cut -d. -f1 /proc/uptime) s] $*"; } # in the guest's seconds
check() { # NAME COMMAND…: PASS if the command succeeds
  local name=$1
  shift
  if "$@" >/tmp/check 2>&1; then say "PASS $name"; else say "FAIL $name"; sed 's/^/    /' /tmp/check; failures=$((failures + 1)); fi
}
has() { grep -q -- "$1" "$2" || { echo "no “$1” in:"; cat "$2"; false; }; }
now() { cut -d. -f1 /proc/uptime; }
until_has() { # PATTERN FILE [COUNT]: waits for so many lines at most a minute of the guest's
  local end=$(($(now) + 60))
  until [ "$(grep -c -- "$1" "$2" 2>/dev/null)" -ge "${3:-1}" ]; do
    [ "$(now)" -lt $end ] || { has "$1" "$2"; return 1; }
    sleep 0.2
  done
}
node_of() { # CARD: the path of the device of that name
  local folder
  for folder in /sys/class/video4linux/*; do
    grep -q "$1" "$folder/name" 2>/dev/null && echo "/dev/$(basename "$folder")" && return
  done
}
load_vivid() { modprobe -d "$cache/kernel" vivid n_devs=1 node_types=0x1 input_types=0x00; }

uname -r
load_loopback() { insmod "$cache/v4l2loopback.ko" devices=1 video_nr=7 exclusive_caps=1 card_label=Loopback; }
let_go() { # a module that is in use is not removed
  local i
  for i in $(seq 20); do rmmod v4l2loopback 2>/tmp/rmmod && return 0; sleep 0.2; done
  cat /tmp/rmmod
  ls -l /proc/[0-9]*/fd 2>/dev/null | grep -B9 video7
  false
}

say "vivid: the kernel's test camera"
load_vivid
vivid=$(node_of vivid)
"$viewfinder" devices >/tmp/devices
check "devices lists vivid by bus and card" has '^platform:vivid-000 vivid' /tmp/devices
check "devices gives it as JSON" sh -c "'$viewfinder' devices --json | grep -q '\"path\":\"$vivid\"'"
sed -n '1,6s/^/    /p' /tmp/devices | cut -c1-110

check "cameras lists what can be set" sh -c "'$viewfinder' cameras --device '$vivid' | grep -q '^  gain = '"
check "and sets it" sh -c "'$viewfinder' cameras --device '$vivid' --set gain=7 | grep -q '^  gain = 7 ' && v4l2-ctl -d '$vivid' -C gain | grep -q ': 7$'"

stream() { timeout 100 "$probe" --device "$1" --format "$2" --frames 4 --seconds 90 >/tmp/stream && has "running .* ${2%%:*} " /tmp/stream && [ "$(grep -c '^frame ' /tmp/stream)" = 4 ]; }
for layout in YUYV UYVY NV12 NV21 YU12 YV12 GREY RGB3 BGR3; do
  check "vivid streams $layout" stream "$vivid" "$layout:640x480@15"
done

say "vivid: pulled out while it streams, and back"
timeout 200 "$probe" --device 'platform:vivid-000 vivid' --format YUYV:320x180@10 --seconds 180 --frames 40 >/tmp/unplug &
watcher=$!
until_has '^frame ' /tmp/unplug
# vivid takes its node away until the last program has let it go: it comes back once we have closed it.
v4l2-ctl -d "$vivid" -c disconnect=1 >/dev/null 2>&1
check "ENODEV in mid-stream is told" until_has 'vivid was disconnected' /tmp/unplug
check "it is found again by its stable name" until_has '^state running' /tmp/unplug 2
wait $watcher
check "and frames come again" has 'returns 1$' /tmp/unplug
grep -E '^(state|end)' /tmp/unplug | sed 's/^/    /'
rmmod vivid

say "v4l2loopback: a code fed through the kernel"
modprobe -d "$cache/kernel" videodev
load_loopback
check "nobody feeds it: it is no camera" sh -c "! '$viewfinder' devices"
feed() {
  "$feeder" /dev/video7 "$1" 640 480 10 "$here/code.txt" >/tmp/feeder 2>&1 &
  feeding=$!
  until_has feeding /tmp/feeder
}
stop_feeding() { kill $feeding 2>/dev/null; wait $feeding 2>/dev/null; }
read_code() { timeout 110 "$viewfinder" watch --device /dev/video7 --once --timeout 100 >/tmp/text && has "^$text\$" /tmp/text || { cat /tmp/feeder; false; }; }
for layout in YUYV NV12 YU12 GREY RGB3 MJPG; do
  feed $layout
  check "watch reads “$text” from $layout" read_code
  stop_feeding
  check "and lets the camera go" let_go
  load_loopback
done

say "v4l2loopback: the feeder pauses, and goes on"
feed YUYV
timeout 150 "$probe" --device /dev/video7 --seconds 120 --frames 400 >/tmp/pause &
watcher=$!
until_has '^frame ' /tmp/pause
kill -STOP $feeding
check "silence of 2 s is a state" until_has 'has sent no picture for 2 seconds' /tmp/pause
kill -CONT $feeding
check "and the next frame ends it" until_has '^state running' /tmp/pause 2
kill $watcher 2>/dev/null
stop_feeding

say "uinput: a scan is typed by a keyboard of the kernel's"
modprobe -d "$cache/kernel" evdev
modprobe -d "$cache/kernel" uinput
printf '[outbox]\npath = "/tmp/typing.sqlite"\n[[output]]\nkind = "keyboard"\nby = "uinput"\n' >/tmp/typing.toml
listen() { # every event of the keyboard that is called Viewfinder, as type, code and value
  local end=$(($(now) + 60)) name called
  while [ "$(now)" -lt $end ]; do
    for name in /sys/class/input/event*/device/name; do
      # Without a process of its own: the keyboard is there for two seconds.
      read -r called 2>/dev/null <"$name" && [ "$called" = Viewfinder ] || continue
      name=${name%/device/name}
      exec od -An -v -w24 -j0 -t u2 "/dev/input/${name##*/}"
    done
  done
}
listen >/tmp/keys 2>/dev/null &
feed GREY
timeout 110 "$viewfinder" watch --device /dev/video7 --once --timeout 100 --settings /tmp/typing.toml >/tmp/typing 2>&1
stop_feeding
wait
# Keys that go down (type 1, value 1): those of “$text”, each capital with Shift (42), and Enter; linux/input-event-codes.h.
typed=$(awk '$9 == 1 && $11 == 1 { printf "%s ", $10 }' /tmp/keys)
wanted="42 37 42 18 42 19 42 49 42 18 42 38 57 42 46 42 30 42 50 42 18 42 19 42 30 57 5 3 28 "
# The listener may come after the first: then it hears the end of them, which is 4, 2 and Enter.
ends_as_wanted() { case "$wanted" in *"$typed") [ ${#typed} -ge 7 ] ;; *) echo "$typed"; false ;; esac; }
check "the keys of “$text” and Enter are pressed" ends_as_wanted

say "$failures failed"
[ $failures = 0 ]
